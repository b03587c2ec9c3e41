import type { FileNotice } from '@app/contract/safety/notices'
import { post } from '../lib/http/http.ts'

export const postNotice = (notice: FileNotice): Promise<void> => post('notices', notice)

import type { Id } from '@app/contract/base'
import type { Block, BlockEffects, BlockMember } from '@app/contract/members/blocks'
import { get, post } from '../lib/http/http.ts'

export const getBlocks = (): Promise<Block[]> => get('blocks')
export const getEffects = (userName: string): Promise<BlockEffects> =>
  get(`blocks/effects/${encodeURIComponent(userName)}`)
export const postBlock = (block: BlockMember): Promise<void> => post('blocks', block)
export const postEnd = (id: Id): Promise<void> => post('blocks/remove', { id })

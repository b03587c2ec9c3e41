import { resolve } from 'node:path'

/**
 * The directory of the default pages, used unless the operator configures another. The relative path is the same from
 * this file and from the bundle.
 */
export const DEFAULT_PAGES_DIR = resolve(import.meta.dirname, '../../../infra/pages')

import { resolve } from 'node:path'

/**
 * The default pages, used until the operator names others; the relative path is the same from this file and from the
 * bundle.
 */
export const DEFAULT_PAGES = resolve(import.meta.dirname, '../../../infra/pages')

import { resolve } from 'node:path'

/** The pages that stand in until the operator names other ones; as far from here as from the bundled program. */
export const DEFAULT_PAGES = resolve(import.meta.dirname, '../../../infra/pages')

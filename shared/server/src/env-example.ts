import type { z } from 'zod'
import { settings } from './config.ts'

/** What a setting is when nothing is said, or undefined when it has to be said or may be missing. */
function defaultOf(setting: z.ZodType): unknown {
  const { success, data } = setting.safeParse(undefined)
  return success ? data : undefined
}

const isRequired = (setting: z.ZodType): boolean => !setting.safeParse(undefined).success

/** Every setting of the services with its default, as a file to copy. */
export function renderEnvExample(): string {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const value = defaultOf(setting)
    const assignment = `${name}=${value === undefined ? '' : value}`
    return `# ${setting.description ?? name}\n${isRequired(setting) ? assignment : `# ${assignment}`}\n`
  })
  return `# Settings of the gateway, hub and worker. Settings without a leading # are required.\n\n${lines.join('\n')}`
}

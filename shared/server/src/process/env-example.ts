import type { z } from 'zod'
import { settings } from './config.ts'

/** Returns the default of a setting; undefined if the setting is required or has no default. */
function defaultOf(setting: z.ZodType): unknown {
  const { success, data } = setting.safeParse(undefined)
  return success ? data : undefined
}

const isRequired = (setting: z.ZodType): boolean => !setting.safeParse(undefined).success

/** Renders every setting of the services with its default, as a file to copy. */
export function renderEnvExample(): string {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const value = defaultOf(setting)
    const assignment = `${name}=${value === undefined ? '' : value}`
    return `# ${setting.description ?? name}\n${isRequired(setting) ? assignment : `# ${assignment}`}\n`
  })
  return `# Settings of the gateway, hub and worker. Settings without a leading # are required.\n\n${lines.join('\n')}`
}

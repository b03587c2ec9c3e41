import type { z } from 'zod'
import { settings } from './config.ts'

/** Returns the default of a setting; undefined if the setting is required or has no default. */
function getDefault(setting: z.ZodType): unknown {
  const { success, data } = setting.safeParse(undefined)
  return success ? data : undefined
}

const isRequired = (setting: z.ZodType): boolean => !setting.safeParse(undefined).success

/** Renders the file `.env.example`, with all settings of the services and their defaults. */
export function renderEnvExample(): string {
  const lines = Object.entries(settings).map(([name, setting]) => {
    const value = getDefault(setting)
    const assignment = `${name}=${value === undefined ? '' : value}`
    return `# ${setting.description ?? name}\n${isRequired(setting) ? assignment : `# ${assignment}`}\n`
  })
  return `# Settings of the gateway, hub and worker. Settings without a leading # are required.\n\n${lines.join('\n')}`
}

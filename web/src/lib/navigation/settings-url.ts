export const SETTINGS_SECTIONS = ['display', 'notifications', 'safety', 'searches', 'login'] as const
/** A section of the settings: appearance, notifications and emails, safety, saved searches, or login. */
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

export const settingsUrl = (section: SettingsSection): string => `/myprofile?tab=settings&section=${section}`

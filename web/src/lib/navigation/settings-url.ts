export const SETTINGS_SECTIONS = ['display', 'notices', 'safety', 'searches', 'login'] as const
/** A part of the settings: how things look, what is announced, safety, saved searches, and the login. */
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

export const settingsUrl = (section: SettingsSection): string => `/myprofile?tab=settings&section=${section}`

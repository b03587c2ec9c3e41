import { deviceSetting } from '../lib/device/device-setting.ts'

const apply = () => undefined
const setting = (name: string, values: readonly ['on', 'off'] | readonly ['off', 'on']) =>
  deviceSetting(name, values, apply)

/** The event lists shown on this device. */
export const showsPublic = setting('events.public', ['on', 'off'])
export const showsGroups = setting('events.groups', ['on', 'off'])
export const showsOlder = setting('events.older', ['off', 'on'])

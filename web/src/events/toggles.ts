import { createDeviceSetting } from '../lib/device/device-setting.ts'

const noEffect = () => undefined
const createListSetting = (name: string, values: readonly ['on', 'off'] | readonly ['off', 'on']) =>
  createDeviceSetting(name, values, noEffect)

/** Device settings for the events that the list shows. */
export const showsPublic = createListSetting('events.public', ['on', 'off'])
export const showsGroups = createListSetting('events.groups', ['on', 'off'])
export const showsPast = createListSetting('events.older', ['off', 'on'])

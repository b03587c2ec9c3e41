import { createDeviceSetting } from '../lib/device/device-setting.ts'

const noEffect = () => undefined
const createToggle = (name: string, values: readonly ['on', 'off'] | readonly ['off', 'on']) =>
  createDeviceSetting(name, values, noEffect)

/** The settings of this device for which events the list shows: public ones, those of groups, and past ones. */
export const publicToggle = createToggle('events.public', ['on', 'off'])
export const groupsToggle = createToggle('events.groups', ['on', 'off'])
export const pastToggle = createToggle('events.older', ['off', 'on'])

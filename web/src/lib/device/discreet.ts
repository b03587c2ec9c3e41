import { deviceSetting } from './device-setting.ts'

const setting = deviceSetting('discreet', ['off', 'on'], (value) => {
  document.documentElement.toggleAttribute('data-discreet', value === 'on')
})

/** Turns discreet mode on or off, which blurs every photo on this device until it is revealed. */
export const setDiscreet = (on: boolean): void => setting.set(on ? 'on' : 'off')
export const useDiscreet = (): boolean => setting.use() === 'on'

import { deviceSetting } from './device-setting.ts'

const setting = deviceSetting('discreet', ['off', 'on'], (value) => {
  document.documentElement.toggleAttribute('data-discreet', value === 'on')
})

/** Discreet mode blurs every photo on this device until one is looked at on purpose. */
export const setDiscreet = (on: boolean): void => setting.set(on ? 'on' : 'off')
export const useDiscreet = (): boolean => setting.use() === 'on'

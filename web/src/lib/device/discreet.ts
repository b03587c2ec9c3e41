import { createDeviceSetting } from './device-setting.ts'

const setting = createDeviceSetting('discreet', ['off', 'on'], (value) => {
  document.documentElement.toggleAttribute('data-discreet', value === 'on')
})

/** Turns discreet mode on this device on or off. It blurs photos until they are revealed. */
export const setDiscreet = (isOn: boolean): void => setting.set(isOn ? 'on' : 'off')
export const useDiscreet = (): boolean => setting.use() === 'on'

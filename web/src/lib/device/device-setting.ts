import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

const PREFIX = 'salong.'

/** Creates a setting that is stored on this device and synced between its tabs. The first value is the default. */
export function createDeviceSetting<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  apply: (value: Value) => void,
) {
  const key = PREFIX + name
  const parseValue = (storedValue: string | null): Value => values.find((value) => value === storedValue) ?? values[0]
  const store = create<{ value: Value }>(() => ({ value: parseValue(readStored(key)) }))
  store.subscribe(({ value }) => apply(value))
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.setState({ value: parseValue(event.newValue) })
  })
  return {
    get: () => store.getState().value,
    set: (value: Value) => {
      writeStored(key, value)
      store.setState({ value })
    },
    /** Adopts a value without storing it, for example the account's, unless one was chosen on this device. */
    adopt: (value: Value) => {
      if (readStored(key) === null) store.setState({ value })
    },
    use: () => store((state) => state.value),
  }
}

// React's development build records a stack trace for each element, up to a number of them per second, to print the
// component that created it with a warning. That takes a tenth of the time of the tests. This module makes React
// believe that it has reached that number; React still warns.
import { configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

/** Resolves when React has nothing left to do, neither a render nor an effect. */
export const waitForReact = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_IdlePriority, () => resolve())
  })

const { asyncWrapper } = getConfig()

// An element is in the document before the effects of its render run, which move the focus, for example. A query that
// waits for an element, and a user event, therefore end after the effects.
configure({
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback()
      await waitForReact()
      return result
    }),
})

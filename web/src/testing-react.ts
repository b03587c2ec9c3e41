// React's development build records a stack trace for each element, up to a number of them per second, to print the
// component that created it with a warning. That takes a tenth of the time of the tests. This module makes React
// believe that it has reached that number; React still warns.
import * as React from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

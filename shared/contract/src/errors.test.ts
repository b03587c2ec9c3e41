import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from './errors.ts'

test.each<[ErrorCode, number, string]>([
  ['EMAIL_IN_USE', 409, 'This email already exists'],
  ['USER_NAME_IN_USE', 409, 'Profile name is taken'],
  ['GROUP_NAME_IN_USE', 409, 'That group name is taken.'],
  ['INVALID_GROUP_NAME', 400, 'The group name has to be between 3 and 30 characters.'],
  ['ILLEGAL_CHARACTER', 400, 'The name may only contain letters A-Z, Å, Ä and Ö, numbers, space, period and minus.'],
  ['DATE_TIME_PASSED', 400, 'Event must be in the future'],
  ['FALSE_CREDENTIALS', 401, 'Email or password is incorrect'],
  ['PASSKEY_REQUIRED', 401, 'Log in with a passkey to continue.'],
  ['RESTRICTED', 403, "You can't do this right now. The decision is in Settings, under Safety."],
  ['SUSPENDED', 403, 'The account is suspended. We have emailed you the decision and how to appeal.'],
  ['DELETED_STATE', 403, 'Account is being deleted'],
  ['PLEASE_LOGIN', 401, 'No valid session, login required'],
  ['INVALID_TOKEN', 400, 'Ticket is expired or wrong, request a new email'],
  ['VALIDATION', 400, 'Please check what you entered.'],
  ['FORBIDDEN', 403, "You can't do that here."],
  ['NOT_FOUND', 404, "It doesn't exist or has been removed."],
  ['CONFLICT', 409, 'That has already been done.'],
  ['CLAIMED', 409, 'Someone else on the team has this case right now.'],
  ['TOO_LARGE', 413, 'The file or text is too large.'],
  ['UNSUPPORTED_MEDIA', 415, "That kind of file can't be used here."],
  ['TOO_MANY_REQUESTS', 429, 'That was a little fast. Wait a while and try again.'],
  ['UNAVAILABLE', 503, "That isn't possible right now. Try again in a while."],
  ['UNKNOWN', 500, 'Unknown error.'],
])('%s has the status %i and the text: %s', { tags: 'contract.error-codes' }, (code, status, en) => {
  expect(ERRORS[code]).toEqual({ status, text: { en, sv: expect.stringMatching(/\S/) } })
})

import { ContactRule } from '@app/contract/members/contact'
import type { App } from '../http/app.ts'
import { readContactRule } from './contact-check.ts'
import { changeContactRule } from './rule.ts'

/** Registers the routes of the caller's contact rule. */
export function registerFirstContact(app: App): void {
  app.get('/members/contact', { config: { policy: 'member' }, schema: { response: { 200: ContactRule } } }, (req) =>
    readContactRule(req.ctx.db, req.ctx.member.accountId),
  )
  app.post(
    '/members/contact',
    { config: { policy: 'member' }, schema: { body: ContactRule, response: { 200: ContactRule } } },
    (req) => changeContactRule(req.ctx, req.body),
  )
}

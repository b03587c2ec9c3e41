import { AgeCheck, AgeCheckBegun, AgeCheckCallback } from '@app/contract/safety/age-checks'
import { assertAgeChecked } from '@app/server/policies/age'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { beginAgeCheck, finishAgeCheck, readAgeCheck } from './actions.ts'
import { createOidcProvider } from './oidc-provider.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether members may use the route before they pass the age check. */
    beforeAgeCheck?: boolean
  }
}

/** Rejects members who have yet to pass the age check, on all routes of this scope that do not allow them. */
export function registerAgeGate(app: App): void {
  app.addHook('onRequest', async ({ ctx, routeOptions }) => {
    if (!routeOptions.config.beforeAgeCheck) assertAgeChecked(ctx.member)
  })
}

/** Registers the routes of age checks, if the installation has a provider. */
export function registerAgeChecks(app: App, ctx: GatewayCtx): void {
  if (ctx.config.ageAssurance === 'off') return
  const provider = createOidcProvider(ctx)
  const config = { policy: 'member', beforeAgeCheck: true } as const
  app.get('/age-check', { config, schema: { response: { 200: AgeCheck } } }, (req) =>
    readAgeCheck(req.ctx.db, req.ctx.member.accountId),
  )
  app.post('/age-check', { config, schema: { response: { 200: AgeCheckBegun } } }, (req) =>
    beginAgeCheck(req.ctx, provider),
  )
  app.post('/age-check/finish', { config, schema: { body: AgeCheckCallback, response: { 200: AgeCheck } } }, (req) =>
    finishAgeCheck(req.ctx, provider, req.body),
  )
}

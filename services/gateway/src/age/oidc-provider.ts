import { REGISTRATION_AGE_MIN } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import * as oidc from 'openid-client'
import type { GatewayCtx } from '../context.ts'
import type { AgeProvider } from './provider.ts'
import { consumeAgeRequest, createAgeRequest } from './requests.ts'

/** The claim in the ID token: whether the member is old enough. It reveals neither the age nor the date of birth. */
const AGE_CLAIM = `age_over_${REGISTRATION_AGE_MIN}`
/** The page of the web client to which the provider sends the member back. */
const CALLBACK_PATH = '/age'
const REQUEST_TIMEOUT_S = 5
const RESPONSE_BYTES_MAX = 256 * 1024
/** The endpoints of the provider are discovered again after this time. */
const DISCOVERY_LIFETIME_MS = 60 * 60 * 1_000

/** The provider is unreachable, fails (5xx), or sends a response that is too large. */
class ProviderOutage extends Error {}

/** Reads a response; throws if it is too large. */
async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > RESPONSE_BYTES_MAX) throw new ProviderOutage('the response is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Requests a URL of the provider within bounds of time and size, and follows no redirects. */
const boundedFetch: oidc.CustomFetch = async (url, options) => {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_S * 1_000)
    const response = await fetch(url, { ...(options as RequestInit), redirect: 'manual', signal })
    if (response.status >= 500) throw new ProviderOutage(`the provider responds ${response.status}`)
    const hasBody = response.status !== 204 && response.status !== 304
    const content = await readBounded(response)
    return new Response(hasBody ? content : null, { status: response.status, headers: response.headers })
  } catch (error) {
    throw error instanceof ProviderOutage ? error : new ProviderOutage('the provider is unreachable', { cause: error })
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof ProviderOutage || (error instanceof Error && error.cause !== undefined && isOutage(error.cause))

const toReason = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : 'UNKNOWN')

/** Creates the provider that the configuration names: the authorization code flow of OpenID Connect, with PKCE. */
export function createOidcProvider(ctx: GatewayCtx): AgeProvider {
  const { ageProvider, publicUrl, production } = ctx.config
  const { issuer, clientId, clientSecret } = ageProvider
  const callbackUrl = `${publicUrl}${CALLBACK_PATH}`
  let discovered: { client: Promise<oidc.Configuration>; until: number } | null = null

  function discover(): Promise<oidc.Configuration> {
    const client = oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        // Also verifies the signature of ID tokens that come directly from the provider.
        execute: [oidc.enableNonRepudiationChecks, ...(production ? [] : [oidc.allowInsecureRequests])],
        timeout: REQUEST_TIMEOUT_S,
        [oidc.customFetch]: boundedFetch,
      },
    )
    discovered = { client, until: ctx.now().getTime() + DISCOVERY_LIFETIME_MS }
    client.catch(() => {
      discovered = null
    })
    return client
  }

  async function requireClient(): Promise<oidc.Configuration> {
    try {
      return await (discovered && discovered.until > ctx.now().getTime() ? discovered.client : discover())
    } catch (error) {
      ctx.log.error({ err: error }, 'the provider of age checks cannot be used')
      throw new AppError('UNAVAILABLE')
    }
  }

  return {
    name: new URL(issuer).host,
    async begin(memberId) {
      const client = await requireClient()
      const { state, nonce, codeVerifier } = await createAgeRequest(ctx, memberId)
      return oidc.buildAuthorizationUrl(client, {
        ...{ redirect_uri: callbackUrl, scope: 'openid', state, nonce, code_challenge_method: 'S256' },
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        claims: JSON.stringify({ id_token: { [AGE_CLAIM]: { essential: true } } }),
      }).href
    },
    async finish(memberId, query) {
      const request = await consumeAgeRequest(ctx, memberId, query.get('state') ?? '')
      if (!request) throw new AppError('AGE_CHECK_FAILED')
      const client = await requireClient()
      try {
        const tokens = await oidc.authorizationCodeGrant(client, new URL(`${callbackUrl}?${query}`), {
          expectedState: request.state,
          expectedNonce: request.nonce,
          pkceCodeVerifier: request.codeVerifier,
          idTokenExpected: true,
        })
        const claim = tokens.claims()?.[AGE_CLAIM]
        if (typeof claim === 'boolean') return claim ? 'PASS' : 'FAIL'
        ctx.log.error({ claim: AGE_CLAIM }, 'the provider of age checks does not send the claim')
      } catch (error) {
        if (isOutage(error)) {
          ctx.log.error({ err: error }, 'the provider of age checks does not respond')
          throw new AppError('UNAVAILABLE')
        }
        // The error itself may contain claims about the member.
        ctx.log.info({ reason: toReason(error) }, 'an age check was rejected')
        throw new AppError('AGE_CHECK_FAILED')
      }
      throw new AppError('AGE_CHECK_FAILED')
    },
  }
}

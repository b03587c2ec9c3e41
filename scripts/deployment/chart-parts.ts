import type { ServiceName } from '@app/server/process/config'
import { type Container, componentOf, type Manifest, ofKind, type Pod, type ResourceKind } from './chart.ts'

export const PARTS = ['gateway', 'hub', 'web', 'worker']
export const SERVICES: ServiceName[] = ['gateway', 'hub', 'worker']
/** The values of the settings that come from an operator's Secrets. */
export const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://salong_app:aa@db.example:5432/salong',
  DATABASE_OWNER_URL: 'postgres://salong_owner:aa@db.example:5432/salong',
  DATABASE_READ_URL: 'postgres://salong_reader:aa@standby.example:5432/salong',
  REDIS_URL: 'rediss+cluster://salong:aa@a.example:6379,b.example:6379,c.example:6379',
  SESSION_SECRET: '0123456789abcdef0123456789abcdef',
  PHOTO_STORE: 's3+https://aa:bb@s3.example/photos?region=eu-north-1',
  SMTP_URL: 'smtps://salong:aa@mail.example',
  WEB_PUSH_KEY: 'fedcba9876543210fedcba98765432100',
  AGE_CLIENT_SECRET: 'wXyz-0123456789',
  QUEUES_PASSWORD: 'fedcba9876543210fedcba9876543210',
}

export const componentsOf = (manifests: Manifest[], kind: ResourceKind): string[] =>
  ofKind(manifests, kind).map(componentOf).sort()
export const podsOf = (manifests: Manifest[]): Pod[] =>
  [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'Job')].map(({ spec }) => spec.template)
export function podOf(manifests: Manifest[], part: string): Pod {
  const pod = podsOf(manifests).find((one) => componentOf(one) === part)
  if (!pod) throw new Error(`The chart has no ${part}`)
  return pod
}
export const containerOf = (manifests: Manifest[], part: string): Container => podOf(manifests, part).spec.containers[0]

/** Returns the environment of a container, with the values of the Secrets. */
export const environmentOf = (manifests: Manifest[], part: string): Record<string, string> =>
  Object.fromEntries(
    (containerOf(manifests, part).env ?? []).map(({ name, value }) => [name, value ?? SECRETS[name] ?? '']),
  )

export const matchesLabels = (labels: Record<string, string>, wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value)

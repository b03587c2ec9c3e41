import { QUEUES } from '@app/server/delivery/jobs'
import { type Manifest, render } from './chart.ts'

export const REQUIRED_VALUES = {
  domain: 'salong.example',
  image: { app: { repository: 'registry.example/app' }, web: { repository: 'registry.example/web' } },
  mail: { from: 'Salong <noreply@salong.example>' },
  secrets: { name: 'salong' },
}

export const ADDRESS = [{ ipBlock: { cidr: '10.0.0.0/24' } }]
const OFF = { enabled: false }

const OPERATORS = {
  'only the required values': REQUIRED_VALUES,
  'a standby, and secrets of several owners': {
    ...REQUIRED_VALUES,
    database: { replica: true },
    secrets: {
      name: 'salong',
      from: { DATABASE_URL: { name: 'salong-app', key: 'uri' } },
      parts: {
        gateway: { PHOTO_STORE: { key: 'store-of-gateways' } },
        migrate: { PHOTO_STORE: { name: 'salong-bucket' } },
      },
    },
  },
  'a Redis Cluster at known addresses': {
    ...REQUIRED_VALUES,
    networkPolicies: { redis: { ports: [7000, 7001, 7002], to: ADDRESS }, database: { ports: [6432], to: ADDRESS } },
  },
  'everything off': {
    ...REQUIRED_VALUES,
    autoscaling: OFF,
    disruptionBudgets: OFF,
    ingress: OFF,
    networkPolicies: OFF,
    migrate: { bucket: false },
  },
  'everything on': {
    ...REQUIRED_VALUES,
    image: {
      app: { repository: 'registry.example/app', digest: `sha256:${'a'.repeat(64)}` },
      web: { repository: 'registry.example/web', tag: 'edge' },
      pullSecrets: [{ name: 'registry' }],
    },
    database: { replica: true },
    supportUrl: 'https://help.salong.example',
    disputeAddress: 'https://disputes.example',
    webPush: { enabled: true, hosts: 'push.example' },
    ageAssurance: { mode: 'required', issuer: 'https://age.example', clientId: 'salong', hasSecret: true },
    hstsSubdomains: true,
    logLevel: 'warn',
    referenceYear: 2025,
    pages: 'salong-pages',
    serviceAccountName: 'salong-store',
    gateway: { databasePool: 20, trustProxy: '10.0.0.0/8' },
    hub: { databasePool: 2 },
    worker: {
      databasePool: 6,
      queueBoard: true,
      autoscaling: { queueAge: Object.fromEntries(QUEUES.map((queue) => [queue, 60])) },
    },
    ingress: {
      className: 'nginx',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '16m' },
      tlsSecret: 'salong-tls',
    },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'members', operator: 'Exists' }],
  },
}

/** The chart as Helm renders it for each operator. */
export const charts = Object.entries(OPERATORS).map(([operator, values]) => ({
  operator,
  values,
  manifests: render(values),
}))
export const chartOf = (operator: keyof typeof OPERATORS): Manifest[] =>
  charts.find((chart) => chart.operator === operator)?.manifests ?? []
export const minimalChart = chartOf('only the required values')
export const fullChart = chartOf('everything on')

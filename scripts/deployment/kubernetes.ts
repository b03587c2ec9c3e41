import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import type { Manifest } from './chart.ts'

const KINDS = [Deployment, Job, Service, Ingress, HorizontalPodAutoscaler, PodDisruptionBudget, NetworkPolicy]

/** Adds every field of the value to `unreadPaths`, and removes each one that is read. */
function trackReads(value: unknown, path: string, unreadPaths: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const pathTo = (key: PropertyKey) => `${path}/${String(key)}`
  const tracked = Array.isArray(value) ? [] : {}
  for (const [key, child] of Object.entries(value)) {
    unreadPaths.add(pathTo(key))
    Reflect.set(tracked, key, trackReads(child, pathTo(key), unreadPaths))
  }
  return new Proxy(tracked, {
    get(target, key) {
      unreadPaths.delete(pathTo(key))
      return Reflect.get(target, key)
    },
  })
}

/**
 * Returns the errors of Kubernetes' own schema in an object. NOTE: the schema does not report unknown fields, which
 * Kubernetes would drop or reject; they are the fields that the validation never reads.
 */
export function validateManifest(manifest: Manifest): string[] {
  const model = KINDS.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind)
  if (!model) return [`no schema for ${manifest.apiVersion} ${manifest.kind}`]
  const unreadPaths = new Set<string>()
  try {
    model.prototype.validate.call(trackReads(manifest, '', unreadPaths))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...unreadPaths].map((path) => `${path} is unknown`)
}

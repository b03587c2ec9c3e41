import type { FileReport } from '@app/contract/safety/reports'

/** Parses a report that was stored on the device. Returns null if it is damaged. */
export function parseReport(payload: string | undefined): FileReport | null {
  try {
    const report: Partial<FileReport> | null = JSON.parse(payload ?? 'null')
    return report?.subject && report.category ? (report as FileReport) : null
  } catch {
    return null
  }
}

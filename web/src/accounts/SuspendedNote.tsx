import { CircleAlert } from 'lucide-react'
import { measureTexts } from '../lib/http/measure-texts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Banner } from '../ui/feedback/Banner.tsx'

/** Explains to a member whom the team has just suspended why the session ended, and where to find the decision. */
export function SuspendedNote() {
  const t = useTexts(measureTexts)
  return (
    <Banner tone="info" role="status" icon={CircleAlert}>
      {t('SUSPENDED')}
    </Banner>
  )
}

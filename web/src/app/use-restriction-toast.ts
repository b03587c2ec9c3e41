import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { conversationTexts } from '../conversation/texts.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { useRestriction } from '../lib/http/measures.ts'
import { DECISIONS } from '../lib/reporting/decision-urls.ts'
import { useTexts } from '../lib/text/texts.ts'

/** Shows a toast with a link to the decisions whenever a request is rejected because of a restriction. */
export function useRestrictionToast(): void {
  const navigate = useNavigate()
  const t = useTexts(conversationTexts)
  useEffect(
    () =>
      useRestriction.subscribe(({ message }) => {
        showToast({ text: message, action: { label: t('message.readDecision'), run: () => void navigate(DECISIONS) } })
      }),
    [navigate, t],
  )
}

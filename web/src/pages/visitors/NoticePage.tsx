import { useState } from 'react'
import { BackLink } from '../../accounts/frames/BackLink.tsx'
import { LanguageSwitch } from '../../accounts/frames/LanguageSwitch.tsx'
import { VisitorFrame } from '../../accounts/frames/VisitorFrame.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { NoticeForm, type SentNotice } from '../../notices/NoticeForm.tsx'
import { NoticeSent } from '../../notices/NoticeSent.tsx'
import { noticeTexts } from '../../notices/texts.ts'

/** Lets people without an account report illegal content. */
export function NoticePage() {
  const t = useTexts(noticeTexts)
  const [sent, setSent] = useState<SentNotice | null>(null)
  return (
    <VisitorFrame title={t('title')} lead={!sent && t('lead')} aside={<LanguageSwitch />} back={<BackLink />}>
      {sent ? <NoticeSent sent={sent} onAgain={() => setSent(null)} /> : <NoticeForm onSent={setSent} />}
    </VisitorFrame>
  )
}

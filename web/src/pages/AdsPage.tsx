import type { Ad } from '@app/contract/ads'
import { Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AdForm } from '../ads/AdForm.tsx'
import { AdList } from '../ads/AdList.tsx'
import { SingleAd } from '../ads/SingleAd.tsx'
import { adsTexts } from '../ads/texts.ts'
import { ADS, adUrl, NEW_AD, parseAdsView } from '../ads/urls.ts'
import { MemberActions } from '../chats/invites/MemberActions.tsx'
import { markdownQuoteOf, quoteInChat } from '../chats/quote.ts'
import { useStatus } from '../chats/statuses.ts'
import { useTexts } from '../lib/text/texts.ts'
import { PageAction } from '../ui/buttons/PageAction.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { RemovedContent } from './RemovedContent.tsx'

/** Shows the buttons that answer an ad. The answer begins with its title, in a new invite or in the existing chat. */
function AnswerAd({ ad: { userName, title } }: { ad: Ad }) {
  const t = useTexts(adsTexts)
  const navigate = useNavigate()
  return (
    <MemberActions
      name={userName}
      status={useStatus(userName)}
      initialMessage={{ label: t('answer'), text: markdownQuoteOf(title) }}
      onOpenChat={(chatId) => {
        quoteInChat(chatId, title)
        void navigate(`/chats?id=${chatId}`)
      }}
    />
  )
}

/** Shows the list of ads, a single ad, or the form to write or edit one. */
export function AdsPage() {
  const t = useTexts(adsTexts)
  const [params] = useSearchParams()
  const view = parseAdsView(params)
  const back = view.view === 'list' ? undefined : view.view === 'edit' ? adUrl(view.id) : ADS
  return (
    <>
      <PageTop
        title={view.view === 'ad' ? t('one') : t('page')}
        back={back}
        actions={
          view.view === 'list' && (
            <PageAction to={NEW_AD} icon={Plus}>
              {t('write')}
            </PageAction>
          )
        }
      />
      {view.view === 'list' && (
        <>
          <RemovedContent kinds={['AD']} />
          <AdList />
        </>
      )}
      {view.view === 'new' && <AdForm />}
      {(view.view === 'ad' || view.view === 'edit') && (
        <SingleAd
          key={view.id}
          id={view.id}
          editing={view.view === 'edit'}
          actions={(ad) => ad.p1Year !== null && <AnswerAd ad={ad} />}
        />
      )}
    </>
  )
}

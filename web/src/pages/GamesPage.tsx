import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CardsTab } from '../games/CardsTab.tsx'
import { PlayTab } from '../games/PlayTab.tsx'
import { RulesTab } from '../games/RulesTab.tsx'
import { SetupTab } from '../games/SetupTab.tsx'
import { loadDeck, openGames, useGames } from '../games/store.ts'
import { gamesTexts } from '../games/texts.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import styles from './games-page.module.css'

const TABS = ['cards', 'rules', 'setup', 'play'] as const
type Tab = (typeof TABS)[number]

/** Returns the tab in the URL; without one, the game if it has participants, else the cards. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [query, setQuery] = useSearchParams()
  const hasParticipants = useGames(({ game }) => game.participants.length > 0)
  const tabInUrl = TABS.find((tab) => tab === query.get('tab'))
  return [tabInUrl ?? (hasParticipants ? 'play' : 'cards'), (tab) => setQuery({ tab }, { replace: true })]
}

function Panel({ tab, open }: { tab: Tab; open: (tab: Tab) => void }) {
  const t = useTexts(gamesTexts)
  const deck = useGames((state) => state.deck)
  if (tab === 'rules') return <RulesTab />
  if (tab === 'setup') return <SetupTab onPlay={() => open('play')} />
  if (deck.data && tab === 'cards') return <CardsTab deck={deck.data} />
  if (deck.data) return <PlayTab deck={deck.data} onSetup={() => open('setup')} />
  if (deck.state === 'failed') return <Failed title={t('loadFailed')} error={deck.error} retry={loadDeck} />
  return (
    <Loading text={t('loading')}>
      <div className={styles.loading}>
        <Skeleton width="23.75rem" height="29.25rem" radius="1.625rem" />
      </div>
    </Loading>
  )
}

/** Truth or dare: shows the cards, the rules, the setup and the game. */
export function GamesPage() {
  const t = useTexts(gamesTexts)
  const language = useLanguage()
  const restored = useGames((state) => state.restored)
  const [tab, open] = useTab()
  useEffect(() => void openGames(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the deck is loaded in the reader's language
  useEffect(() => {
    if (restored) void loadDeck()
  }, [restored, language])
  return (
    <div className={styles.page}>
      <PageTop title={t('page')} />
      <Tabs
        label={t('tabs')}
        selected={tab}
        onSelect={open}
        className={styles.tabs}
        listClassName={styles.row}
        panelClassName={styles.panel}
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), panel: <Panel tab={id} open={open} /> }))}
      />
    </div>
  )
}

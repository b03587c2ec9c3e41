import { useEffect, useState } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom'
import { CardsTab } from '../games/CardsTab.tsx'
import { type Entry, PlayTab } from '../games/PlayTab.tsx'
import { RulesTab } from '../games/RulesTab.tsx'
import { SetupTab } from '../games/SetupTab.tsx'
import { FROM_START, StartView } from '../games/StartView.tsx'
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

/** Returns the tab in the URL; without one, the page shows the start. */
function useTab(): [Tab | undefined, (tab: Tab, options: NavigateOptions) => void] {
  const [query, setQuery] = useSearchParams()
  return [TABS.find((tab) => tab === query.get('tab')), (tab, options) => setQuery({ tab }, options)]
}

function DeckLoading() {
  const t = useTexts(gamesTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.loading}>
        <Skeleton width="23.75rem" height="29.25rem" radius="1.625rem" />
      </div>
    </Loading>
  )
}

type PanelProps = { tab: Tab; open: (tab: Tab) => void; entry: Entry }

function Panel({ tab, open, entry }: PanelProps) {
  const t = useTexts(gamesTexts)
  const deck = useGames((state) => state.deck)
  const restored = useGames((state) => state.restored)
  if (tab === 'rules') return <RulesTab />
  // Restoring the game from the device would overwrite earlier changes.
  if (tab === 'setup') return restored ? <SetupTab onPlay={() => open('play')} /> : null
  if (deck.data && tab === 'cards') return <CardsTab deck={deck.data} />
  if (deck.data) return <PlayTab deck={deck.data} onSetup={() => open('setup')} entry={entry} />
  if (deck.state === 'failed') return <Failed title={t('loadFailed')} error={deck.error} retry={loadDeck} />
  return <DeckLoading />
}

/** Shows the start, from which the game and the other tabs open. */
function Start({ onPlay }: { onPlay: (entry: Entry) => void }) {
  const t = useTexts(gamesTexts)
  const deck = useGames((state) => state.deck)
  const restored = useGames((state) => state.restored)
  if (deck.state === 'failed' && !deck.data)
    return <Failed title={t('loadFailed')} error={deck.error} retry={loadDeck} />
  // Participants cached on the device would otherwise appear a moment later and move the rest.
  return restored ? <StartView onPlay={onPlay} /> : null
}

/** Shows truth or dare: the face-down deck, and in tabs the cards, the rules, the setup and the game. */
export function GamesPage() {
  const t = useTexts(gamesTexts)
  const language = useLanguage()
  const restored = useGames((state) => state.restored)
  const [tab, open] = useTab()
  const { state } = useLocation()
  const [entry, setEntry] = useState<Entry>(null)
  useEffect(() => void openGames(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the deck is loaded in the reader's language
  useEffect(() => {
    if (restored) void loadDeck()
  }, [restored, language])
  const select = (next: Tab) => {
    setEntry(null)
    open(next, { replace: true, state })
  }
  const play = (next: Entry) => {
    setEntry(next)
    open('play', { state: FROM_START })
  }
  return (
    <div className={styles.page}>
      <PageTop title={t('page')} {...(tab ? { back: '/games' } : {})} />
      {tab ? (
        <Tabs
          label={t('tabs')}
          selected={tab}
          onSelect={select}
          className={styles.tabs}
          listClassName={styles.row}
          panelClassName={styles.panel}
          tabs={TABS.map((id) => ({
            id,
            label: t(`tab.${id}`),
            panel: <Panel tab={id} open={select} entry={entry} />,
          }))}
        />
      ) : (
        <Start onPlay={play} />
      )}
    </div>
  )
}

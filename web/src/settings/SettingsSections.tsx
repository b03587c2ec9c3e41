import { Bell, Bookmark, KeyRound, type LucideIcon, Shield, Sun } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { SETTINGS_SECTIONS, type SettingsSection, settingsUrl } from '../lib/navigation/settings-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

const ICONS: Record<SettingsSection, LucideIcon> = {
  display: Sun,
  notifications: Bell,
  safety: Shield,
  searches: Bookmark,
  login: KeyRound,
}

/** Returns the section in the URL, or the first section if the URL names no known one. */
export function useSelectedSection(): SettingsSection {
  const [query] = useSearchParams()
  return SETTINGS_SECTIONS.find((section) => section === query.get('section')) ?? 'display'
}

/** Shows links to the sections of the settings. The row scrolls sideways if it does not fit. */
export function SettingsSections({ selected }: { selected: SettingsSection }) {
  const t = useTexts(settingsTexts)
  const { state } = useLocation()
  const current = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each section that is selected
  useLayoutEffect(() => void current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' }), [selected])
  return (
    <nav aria-label={t('sections')} className={styles.sections}>
      {SETTINGS_SECTIONS.map((section) => {
        const Icon = ICONS[section]
        return (
          <Link
            key={section}
            to={settingsUrl(section)}
            replace
            state={state}
            ref={section === selected ? current : undefined}
            aria-current={section === selected ? 'page' : undefined}
            className={styles.section}
          >
            <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />
            {t(`section.${section}`)}
          </Link>
        )
      })}
    </nav>
  )
}

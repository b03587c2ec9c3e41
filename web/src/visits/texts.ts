import { defineTexts } from '../lib/texts.ts'

export const visitsTexts = defineTexts(
  {
    label: 'Besökare',
    loading: 'Laddar besökare.',
    failed: 'Kunde inte ladda besökare.',
    own: 'De {max, number} senaste som har tittat på din profil. Andra ser också listan, om du inte stänger den i <link>inställningarna</link>.',
    ownOfTwo:
      'De {max, number} senaste som har tittat på er profil. Andra ser också listan, om ni inte stänger den i <link>inställningarna</link>.',
    theirs: 'De {max, number} senaste som har tittat på profilen.',
    empty: 'Inga besökare än',
    emptyOwn: 'När någon tittar på profilen står det här.',
    emptyTheirs: 'Du är först.',
    closed: 'Listan är stängd',
    closedText: '{name} visar inte sina besökare.',
    visits: '{count, plural, one {# besök} other {# besök}}',
    kisses: '{count, plural, one {# kyss} other {# kyssar}}',
    clear: 'Rensa listan',
    clearTitle: 'Rensa listan över besökare?',
    clearText: 'Alla besök och deras kyssar försvinner ur listan. Det går inte att ångra.',
    keep: 'Behåll',
  },
  {
    label: 'Visitors',
    loading: 'Loading visitors.',
    failed: 'Could not load visitors.',
    own: 'The latest {max, number} who have looked at your profile. Others see the list too, unless you close it in the <link>settings</link>.',
    ownOfTwo:
      'The latest {max, number} who have looked at your profile. Others see the list too, unless you close it in the <link>settings</link>.',
    theirs: 'The latest {max, number} who have looked at the profile.',
    empty: 'No visitors yet',
    emptyOwn: 'When somebody looks at the profile, it stands here.',
    emptyTheirs: 'You are the first.',
    closed: 'The list is closed',
    closedText: '{name} does not show their visitors.',
    visits: '{count, plural, one {# visit} other {# visits}}',
    kisses: '{count, plural, one {# kiss} other {# kisses}}',
    clear: 'Clear the list',
    clearTitle: 'Clear the list of visitors?',
    clearText: 'All visits and their kisses disappear from the list. This cannot be undone.',
    keep: 'Keep',
  },
)

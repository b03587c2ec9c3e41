import { defineTexts } from '../lib/text/texts.ts'

export const visitsTexts = defineTexts(
  {
    loading: 'Läser in besökare.',
    failed: 'Kunde inte läsa in besökare.',
    own: 'De {max, number} senaste som har tittat på din profil. Andra ser också listan, om du inte döljer den i <link>inställningarna</link>.',
    ownOfTwo:
      'De {max, number} senaste som har tittat på er profil. Andra ser också listan, om ni inte döljer den i <link>inställningarna</link>.',
    theirs: 'De {max, number} senaste som har tittat på profilen.',
    empty: 'Inga besökare än',
    emptyOwn: 'När någon tittar på profilen syns det här.',
    find: 'Titta in hos andra',
    emptyTheirs: 'Du är först.',
    hidden: 'Listan är dold',
    hiddenText: '{name} visar inte vilka som har tittat.',
    visits: '{count, plural, one {# besök} other {# besök}}',
    kisses: '{count, plural, one {# kyss} other {# kyssar}}',
    clear: 'Rensa listan',
    clearTitle: 'Rensa listan över besökare?',
    clearText: 'Alla besök och kyssar försvinner ur listan. Det går inte att ångra.',
    keep: 'Behåll',
  },
  {
    loading: 'Loading visitors.',
    failed: 'Could not load visitors.',
    own: 'The last {max, number} members who viewed your profile. Others can see the list, too, unless you hide it in <link>settings</link>.',
    ownOfTwo:
      'The last {max, number} members who viewed your profile. Others can see the list, too, unless you hide it in <link>settings</link>.',
    theirs: 'The last {max, number} members who viewed this profile.',
    empty: 'No visitors yet',
    emptyOwn: "When someone views your profile, you'll see it here.",
    find: 'Look at profiles',
    emptyTheirs: 'You are the first.',
    hidden: 'The list is hidden',
    hiddenText: "{name} doesn't show who has visited.",
    visits: '{count, plural, one {# visit} other {# visits}}',
    kisses: '{count, plural, one {# kiss} other {# kisses}}',
    clear: 'Clear list',
    clearTitle: 'Clear the visitor list?',
    clearText: "All visits and kisses will disappear from the list. This can't be undone.",
    keep: 'Keep',
  },
)

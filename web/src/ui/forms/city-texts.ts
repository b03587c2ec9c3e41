import { defineTexts } from '../../lib/text/texts.ts'

/** Texts about the choice of cities. */
export const cityTexts = defineTexts(
  {
    citiesLeft: 'Högst {max, number} orter kan väljas. {left, number} kvar.',
    searchCity: 'Sök ort',
    removeCity: 'Ta bort {city}',
    noCity: 'Ingen ort heter så.',
    chosenCities: 'Valda orter',
    chooseCities: 'Välj orter',
  },
  {
    citiesLeft: 'Choose up to {max, number} cities. {left, number} left.',
    searchCity: 'Search for a city',
    removeCity: 'Remove {city}',
    noCity: 'No city has that name.',
    chosenCities: 'Selected cities',
    chooseCities: 'Select cities',
  },
)

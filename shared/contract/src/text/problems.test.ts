import { expect, test } from 'vitest'
import { type Problem, translateProblem } from './problems.ts'

test.each<[Problem, string, string]>([
  ['userName.empty', 'Välj ett profilnamn.', 'Enter user name.'],
  [
    'userName.length',
    'Profilnamnet ska ha mellan 1 och 30 tecken.',
    'Profile name has to be between 1 and 30 characters.',
  ],
  [
    'userName.characters',
    'Profilnamnet får bara innehålla bokstäverna A–Ö, siffror, mellanslag, punkt och bindestreck.',
    'Profile name may only contain letters A-Z, Å, Ä and Ö, numbers, space, period and minus.',
  ],
  ['userName.letter', 'Profilnamnet måste innehålla minst en bokstav.', 'Profile must contain at least one letter.'],
  ['cities.none', 'Välj minst en ort.', 'Please select at least one city.'],
  ['cities.noneInProfile', 'Välj minst en ort.', 'Select at least one city'],
  ['cities.many', 'Högst 5 orter kan väljas.', 'At most 5 cities can be selected.'],
  ['person.height', 'Längden ska vara mellan 140 och 210 cm.', 'Invalid height'],
  ['person.weight', 'Vikten ska vara mellan 30 och 300 kg.', 'Weight has to be between 30 and 300 kg.'],
  ['person.year', 'Födelseåret ska ligga mellan 1910 och 2001.', 'The year of birth has to be between 1910 and 2001.'],
  ['email.invalid', 'E-postadressen ser inte rätt ut.', 'Invalid email'],
  ['password.empty', 'Välj ett lösenord.', 'Enter a password.'],
  ['password.loginEmpty', 'Skriv ditt lösenord.', 'Enter password'],
  ['persons.count', 'Välj en eller två personer.', 'Select one or two persons.'],
  ['person.sex', 'Välj personens kön.', "Please select person's sex."],
  [
    'person.age',
    'Åldern måste vara mellan 18 och 110. Kontrollera födelseåret.',
    'Age must be between 18 and 110. Please check the year of birth.',
  ],
  ['terms.accept', 'Godkänn villkoren för att fortsätta.', 'Please accept terms & conditions.'],
  ['event.passed', 'Eventet måste ligga i framtiden.', 'Event must be in the future.'],
])('%s has the text: %s', { tags: 'contract.validation-texts' }, (problem, swedish, english) => {
  expect(translateProblem(problem, 'SWEDISH')).toBe(swedish)
  expect(translateProblem(problem, 'ENGLISH')).toBe(english)
})

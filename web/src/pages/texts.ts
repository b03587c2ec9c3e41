import { defineTexts } from '../lib/texts.ts'

export const pageTexts = defineTexts(
  {
    myProfile: 'Min profil',
    ourProfile: 'Vår profil',
    ownProfile: 'Det här är din egen profil.',
    ownProfileOfTwo: 'Det här är er egen profil.',
    ownProfileMore: 'Ändringar syns för andra först när du sparar.',
    ownProfileOfTwoMore: 'Ändringar syns för andra först när ni sparar.',
    asVisitor: 'Visa som besökare',
    profilePage: 'Profil',
    tabs: 'Delar av profilen',
    tab: {
      profile: 'Profil',
      photo: 'Foton',
      settings: 'Inställningar',
      visitors: 'Besökare',
      verification: 'Verifiering',
    },
  },
  {
    myProfile: 'My profile',
    ourProfile: 'Our profile',
    ownProfile: 'This is your own profile.',
    ownProfileOfTwo: 'This is your own profile.',
    ownProfileMore: 'Others see changes only when you save.',
    ownProfileOfTwoMore: 'Others see changes only when you save.',
    asVisitor: 'Show as a visitor',
    profilePage: 'Profile',
    tabs: 'Parts of the profile',
    tab: {
      profile: 'Profile',
      photo: 'Photos',
      settings: 'Settings',
      visitors: 'Visitors',
      verification: 'Verification',
    },
  },
)

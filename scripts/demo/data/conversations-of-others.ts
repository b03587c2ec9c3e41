import { createWelcome, type DemoConversation, TEAM } from '../conversation.ts'

export const CONVERSATIONS_OF_OTHERS: DemoConversation[] = [
  {
    creator: 'Linn och Erik',
    invited: 'Vinterparet',
    opening: `
      > 150d Hej! Ni verkar vara de enda andra som tar med egen termos på fest.
      < Hej! Man vet aldrig när kaffet tar slut. Det har hänt. Vi talar inte om det.
      > Vi förstår. Fyra koppar?
      < Fem. Den femte är reserv.`,
    talk: 37,
    ending: `
      < 32h Vi har köpt lapptäckesspelet. Nu behöver vi motståndare som tål att förlora.
      > 31h Vi förlorar gärna, om det finns bullar. Fredag hos oss?`,
  },
  {
    creator: 'Siv och Tor',
    invited: 'Linn och Erik',
    opening: `
      > 75d Keramik OCH för mycket mat? Ni är ju som vi, fast med bättre tallrikar.
      < Tallrikarna är sneda. Det kallas hantverk.`,
    talk: 8,
    ending: `
      < 28h Hur mår Sixten efter veterinären?
      > 50m Han mår fint! Ingenting var fel, han ville bara åka bil.
      > 48m Men nu har han tratt runt halsen och går in i alla dörrposter, med värdighet.
      > 47m Ses vi på söndag?`,
    unread: true,
  },
  {
    creator: 'Skogsparet',
    invited: 'Linn och Erik',
    opening: `
      > 48d Hej! Vi har en stuga, ni har för mycket mat. Vi ser en möjlighet här.
      < Vi ser den också! Finns det ugn?
      > Vedspis. Man får känna sig fram.`,
    talk: 6,
    ending: `
      < 27h Vi kan komma andra helgen i månaden, om ni är hemma.
      > 2h Andra helgen är perfekt. Ta med strumpor, golvet har åsikter om fötter.`,
  },
  {
    creator: 'Linn och Erik',
    invited: 'Morgondimma',
    opening: `
      > 95d Kaffe före sju är tidigt, men vi respekterar det.
      < Ni är välkomna klockan åtta också. Då är det kvar en kopp.`,
    talk: 5,
    ending: `
      < 6d Vi åker förbi er trakt på torsdag. Kaffe?
      > 5d Torsdag är vi bortresta, men gärna nästa gång. Ring på ändå, katten öppnar.`,
  },
  {
    creator: 'Timmerkojan',
    invited: 'Linn och Erik',
    opening: `
      > 60d Hej från norr! Har ni hört om vedugnsbränd keramik? Vi har veden.
      < Nu blev Linn helt tyst. Det är ett mycket gott tecken.`,
    talk: 3,
    ending: `
      > 29h Nu har det kommit tjugo centimeter. Elden är tänd.
      < 28h Vi tittar på tågbiljetter. **Allvar den här gången.**`,
  },
  {
    creator: 'Björn och Love',
    invited: 'Linn och Erik',
    opening: `
      > 35d Hej! Björn sjunger på lördag och behöver någon som applåderar utöver mig.
      < Vi applåderar för det mesta. Vad sjunger han?
      > Allt, men högt.`,
    talk: 3,
    ending: `
      < 31h Vi lyssnade på inspelningen. Grannen knackade på och ville också höra.
      > 36m Det är det finaste betyget hittills! Han går runt och ler. Kommer ni till nästa?`,
  },
  {
    creator: 'Linn och Erik',
    invited: 'Robin and Alex',
    opening: `
      > 44d Hi! We read your text twice and then practiced saying *sjuksköterska* to each other. It is harder when you think about it.
      < Thank you! That makes us feel a lot better. How do you say "seven seas"?
      > Sju sjöar. Sorry.`,
    ending: `
      < 10d We are having people over for a quiz, half in Swedish. Do you want to be on a team?
      > 9d Yes please, as long as someone else knows the sports questions!
      < 9d No one does. It's a very equal quiz.`,
  },
  {
    creator: TEAM,
    invited: 'Linn och Erik',
    opening: createWelcome('300d'),
  },
  {
    creator: 'Kaffe och vinyl',
    invited: 'Lo',
    opening: `
      > 22d Du skriver låtar ingen får höra. Jag har en skivspelare ingen får röra. Vi borde prata.
      < Det är rimligt. Jag kan spela tyst.`,
    talk: 6,
    ending: `
      < 28h Jag har gjort klart en. Den är två minuter och handlar om en hiss.
      > 21m Den måste få heta "Hissen".
      > 20m Nej, "Våning fyra"! Kom förbi på torsdag och spela den.`,
    unread: true,
    deletedMessage: 'Den måste få heta "Hissen".',
  },
  {
    creator: 'Stilla veckan i Jönköping 1959',
    invited: 'Rut 61',
    opening: `
      > 80d Ärade musiklärare! Vad är er inställning till Cornelis på orgel?
      < Varmt positiv, om pedalen får vara med.`,
    talk: 8,
    ending: `
      < 3d Kören behöver en vikarie andra advent. Vågar man fråga?
      > 2d Man vågar. Jag kommer, och jag spelar det som står. Nästan.`,
  },
  {
    creator: 'Norrsken',
    invited: 'Signe',
    opening: `
      > 15d Hej! Är det sant att du sytt ett vindskydd?
      < Ja! Det läcker bara på ett ställe, och det stället kallar jag fönstret.`,
    talk: 4,
    ending: `
      > 29h Jag mäter is på fredag. Vill du se hur det går till?
      < 28h Jag vill se *exakt* hur det går till. Jag tar med frågor.`,
  },
]

import { createWelcome, type DemoConversation, TEAM } from '../conversation.ts'
import { DAY } from '../member.ts'

export const CONVERSATIONS_OF_MIRA: DemoConversation[] = [
  {
    creator: 'Linn och Erik',
    invited: 'Mira',
    opening: `
      > 86d Hej Mira! Vi fastnade för det där med att skrika i vattnet. Vi gör likadant, fast i varmt vatten. Vill du byta några rader?
      < Haha, hej! Gärna. Varmt vatten räknas också, säger jag som inte är någon expert.
      > Bra! Erik undrar om man verkligen måste ned med huvudet.
      < Nej. Men man måste ljuga om det efteråt.`,
    talk: 37,
    ending: `
      > 27h Vi har några vänner hemma på terrassen på lördag. Soppa, filtar och musik på låg volym. Kommer du?
      < 26h Å, det låter fint! Fast jag känner ju ingen där utom er.
      > 26h Det gör ingen annan heller. Vi bjuder bara människor som är lite blyga, så blir alla lika bra på det.
      < 4h Då vågar jag nog. Vad brukar folk ha på sig?
      > 16m Utsikten från terrassen är som bäst vid åtta, då tänds lyktorna på andra sidan.
      > 2m Klä dig så du trivs, men ta med en varm tröja. Terrassen blir sval efter tio.`,
    unread: true,
  },
  {
    creator: 'Mira',
    invited: 'Havsbris 72',
    opening: `
      > 33d Hej! Heter båten verkligen Doris? Min mormor hette så och var ungefär lika svår att få i gång.
      < Hon heter Doris, ja. Uppkallad efter en tant som aldrig gav sig. Det kan ha varit din mormor.`,
    talk: 9,
    ending: `
      > 5h Ska vi säga en kväll nästa vecka? Jag är ledig måndag och onsdag.
      < 9m Onsdag passar bäst!
      < 8m Då säger vi onsdag halv sju. Jag möter vid grindarna, du känner igen mig på den röda mössan.`,
    unread: true,
  },
  {
    creator: 'Vinterparet',
    invited: 'Mira',
    opening: `
      > 41d Hej, vi är de där två som aldrig säger något på träffarna. Vi tänkte att det går bättre i skrift.
      < Det gör det! Jag såg er vid tebordet och tänkte gå fram. Jag gick fram till kakan i stället.
      > Kakan var ett bra val.`,
    talk: 7,
    ending: `
      < 26h Tack för promenaden. Jag trodde aldrig att man kunde prata så länge om is.
      > 41m Tack för senast! Kajen var magisk i dimman. Vi går gärna igen när det fryser till på riktigt.`,
  },
  {
    creator: 'Nattljus',
    invited: 'Mira',
    opening: `
      > 19d Du skriver att du jobbar med kartor. Finns det en karta över bagerier som öppnar före sex?
      < Om den inte finns gör jag den. Det är ett samhällsproblem.`,
    talk: 5,
    ending: `
      < 27h Hur blev bilderna från bron?
      > 3h Titta på dem i morgon bitti, då är ögonen snällast. Men den med spårvagnen är nog den bästa jag tagit.`,
    unread: true,
  },
  {
    creator: 'Mira',
    invited: 'Jakob-83',
    opening: `
      > 52d Nio sorters mes! Jag kan tre, varav en är fel.
      < Tre är mer än de flesta. Vilka?
      > Talgoxe, blåmes och "den lilla".
      < Den lilla godkänns.`,
    talk: 6,
    ending: `
      < 28h Ska vi ta den där turen till fågeltornet i helgen, eller blir det för blött?
      > 27h Absolut, jag hör av mig efter helgen när jag vet hur jag jobbar.`,
  },
  {
    creator: 'Siv och Tor',
    invited: 'Mira',
    opening: `
      > 120d Hej! Sixten hälsar. Vi hälsar också, men det var han som hittade dig.
      < Hälsa Sixten att han har utmärkt smak. Hej på er!`,
    talk: 12,
    ending: `
      > 30h Vi kokar soppa på söndag, titta in om du har vägarna förbi.
      < 29h Låter mysigt. Jag tar med något till efterrätt!`,
  },
  {
    creator: 'Elin M.',
    invited: 'Mira',
    opening: `
      > 12d Hej, jag är ny här och försöker låta avslappnad. Hur går det?
      < Det går jättebra! Jag har varit här i ett år och övar fortfarande.`,
    talk: 3,
    ending: `
      > 4d Den där boken jag läste ut på en natt, har jag tjatat om den redan?
      < 3d Vilken bok var det du pratade om? Jag står i bokhandeln nu.`,
  },
  {
    creator: TEAM,
    invited: 'Mira',
    opening: createWelcome('200d'),
    ending: `
      < 6d Hej! Går det att stänga av att andra ser när jag är inloggad?
      > 5d Ja, under *Min profil* och Inställningar: slå på "Dölj när jag är online och skriver". Då ser du inte heller när andra är online. Säg till om det krånglar!`,
  },
  {
    creator: 'Kustparet',
    invited: 'Mira',
    opening: `
      > 70d Potatis eller radio? Man får bara välja en.
      < Radio. Man kan prata om potatis på radio, men inte tvärtom.
      > Det är det bästa svar vi fått.`,
    talk: 4,
    ending: `
      > 13d Vi är borta några dagar, sedan är färjan i gång igen.
      < 12d Trevlig resa, hälsa till havet!`,
  },
  {
    creator: 'Tage',
    invited: 'Mira',
    opening: `
      > 40d Tja! Såg att du gillar konserter. Ska du på något i höst?
      < Hej! Jag har biljett till stråkkvartetten i oktober. Det är kanske inte din grej?
      > Inte riktigt, men jag är beredd att lära mig.`,
    ending: `
      < 20d Hur gick det med tentan?
      > 18d Den gick! Men nu flyttar jag hem till Skåne, så jag kliver nog ur här. Tack för att du var snäll.
      < 17d Vad roligt för dig, lycka till! Och lyssna på stråkkvartetter ibland.`,
    left: 'creator',
  },
  {
    creator: 'Nattuggla 66',
    invited: 'Mira',
    opening: `
      > 30d Vaken?
      < Nu, ja. Men klockan är tre, jag svarar i morgon.`,
    ending: `
      > 29d Vaken nu då?
      > 28d Hallå?
      < 28d Jag tror att vi har olika tempo, så jag avslutar här. Ha det fint.
      > 28d Trist svar.`,
    ignored: 'invited',
  },
  {
    creator: 'Isbrytaren',
    invited: 'Mira',
    opening: `
      > 22d Ohoj! Du som badar, är du tuff nog för Bottenviken?
      < Hej! Tuff vet jag inte, men jag äger en mössa.
      > Då ringer jag dig. Vad har du för nummer?
      < Jag skriver hellre här till att börja med.`,
    ending: `
      > 20d Är du så där försiktig jämt?
      > 20d Jag vet ungefär var du bor, det syns på dina bilder.
      < 20d Sluta med det där nu.`,
    blockAge: 14 * DAY,
  },
  {
    creator: 'Mira',
    invited: 'Ebba och Noor',
    opening: `
      > 25d Är jag med i serien?
      < Inte än. Men nu är du med i listan över dem som frågar.
      > Jag visste det.`,
    talk: 4,
    ending: `
      > 45h Kom klockan sju i morgon!
      > 45h Åtta, menar jag. Bortse från det första.
      < 44h Åtta det är. Vi bortser gärna.
      > 43h Bra. Ta med skisserna!`,
    deletedMessage: 'Kom klockan sju i morgon!',
  },
]

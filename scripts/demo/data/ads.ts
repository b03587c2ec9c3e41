import { DAY, HOUR } from '../member.ts'

/** `age` is in minutes before the present. */
export type DemoAd = { author: string; age: number; title: string; content: string }

/** Newest first. */
export const DEMO_ADS: DemoAd[] = [
  {
    author: 'Siv och Tor',
    age: 20,
    title: 'Gastar sökes till en sista segling',
    content:
      'Båten ska upp den 30 november. Vi bjuder på fisksoppa och tunna filtar, ni tar med gott humör och varma skor.',
  },
  {
    author: 'Segelgöran',
    age: 5 * HOUR,
    title: 'Kranvagn och vinterplats',
    content: 'Jag lyfter din båt och ställer upp den hela vintern, 4 900 kronor med presenning. Ring verkstaden.',
  },
  {
    author: 'Mira',
    age: 26 * HOUR,
    title: 'Sällskap till vinterbadet',
    content:
      'Jag badar på tisdagar före jobbet och vill inte göra det ensam. Efteråt kaffe på stenarna, oavsett väder.',
  },
  {
    author: 'Nattljus',
    age: 30 * HOUR,
    title: 'En biljett över till operan',
    content: 'Torsdag klockan sju, andra raden. Vi kan skiljas åt i pausen om vi inte har något att prata om.',
  },
  {
    author: 'Kustparet',
    age: 3 * DAY,
    title: 'Ö söker vänner',
    content:
      'Vi har ett gästrum, en vedbastu och alldeles för mycket potatis. Kom ut en helg så lär vi känna varandra i lugn takt.',
  },
  {
    author: 'Jakob-83',
    age: 4 * DAY,
    title: 'Lär mig dansa bugg',
    content: 'Har två vänsterfötter och ett gott tålamod. Kursen börjar i januari och jag har redan betalat för två.',
  },
  {
    author: 'Skogsparet',
    age: 6 * DAY,
    title: 'Spelkväll hos oss',
    content: 'Brädspel, ostbricka och sanning eller konsekvens på snäll nivå. Fyra stolar lediga.',
  },
  {
    author: 'Linn och Erik',
    age: 7 * DAY,
    title: 'Glöggkväll i köket',
    content: 'Vi kokar egen glögg och bjuder in fyra personer. 80 kronor per kopp, pepparkakorna ingår.',
  },
  {
    author: 'Kaffe och vinyl',
    age: 9 * DAY,
    title: 'Skivbytardag',
    content:
      'Vi rensar hyllan och vill hellre byta än sälja.\n\nTa med tre skivor som förtjänar ett nytt hem. Kaffe finns, och någon kaka.',
  },
  {
    author: 'Mira',
    age: 10 * DAY,
    title: 'Stickade badmössor',
    content: 'Jag stickar mössor för vinterbad och säljer dem för 250 kronor. Hör av dig, så skickar jag bilder.',
  },
  {
    author: 'Ebba och Noor',
    age: 12 * DAY,
    title: 'Cykla runt sjön i vår',
    content: 'Åtta mil på två dagar, många raster. Vi söker någon som också tycker att uppförsbackar är överskattade.',
  },
]

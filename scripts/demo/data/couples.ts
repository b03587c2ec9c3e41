import { DAY, type DemoMember, HOUR, man, nonBinary, woman } from '../member.ts'

export const COUPLES: DemoMember[] = [
  {
    userName: 'Linn och Erik',
    persons: [woman(1989, 'BI'), man(1987, 'HETERO')],
    cities: ['Stockholm', 'Nacka'],
    lookingFor: ['MIXED_COUPLES', 'FEMALES'],
    seenMinutesAgo: 1,
    registeredDaysAgo: 1_340,
    verified: true,
    description:
      'Trivs bäst nära vatten. Linn driver en liten keramikverkstad, Erik lagar fioler och för mycket mat.\n\nVi tycker om människor som skrattar lätt och säger vad de menar. Gärna en middag först, *utan förväntningar*.',
  },
  {
    userName: 'Vinterparet',
    persons: [woman(1985, 'BI'), man(1986, 'BI')],
    cities: ['Stockholm', 'Solna'],
    seenMinutesAgo: 39,
    registeredDaysAgo: 900,
    verified: true,
    description:
      'Två introverta som övar på att vara sociala. Långfärdsskridskor, brädspel och te i termos.\n\n- Vi svarar långsamt men alltid\n- Vi dricker hellre kaffe än vin\n- Vi är bättre på tu man hand än på stora fester',
  },
  {
    userName: 'Siv och Tor',
    persons: [woman(1972, 'BI'), man(1969, 'BI')],
    cities: ['Stockholm'],
    seenMinutesAgo: 22,
    registeredDaysAgo: 1_800,
    verified: true,
    description:
      'Hemma hos oss finns det alltid soppa.\n\nSegling på sommaren, soppa på vintern. Gifta länge, nyfikna längre.\n\nVi har hund (Sixten, tio kilo, stor i sin egen värld).',
  },
  {
    userName: 'Kustparet',
    persons: [woman(1991, 'BI_CURIOUS'), man(1988, 'HETERO')],
    cities: ['Norrtälje'],
    seenMinutesAgo: 3 * HOUR,
    registeredDaysAgo: 610,
    description:
      'Bor på en ö och kommer in till stan när färjan vill. Odlar potatis, lyssnar på radio, bjuder gärna på båda.',
  },
  {
    userName: 'Skogsparet',
    persons: [woman(1983, 'BI'), man(1980, 'HETERO')],
    cities: ['Uppsala', 'Knivsta'],
    seenMinutesAgo: 12,
    registeredDaysAgo: 720,
    verified: true,
    description:
      'Fråga oss om kantareller, men inte var.\n\nNyfikna, lugna och lite för förtjusta i svamp. Har en stuga med vedspis och ett utedass som vi är *orimligt* stolta över.',
  },
  {
    userName: 'Fyrvaktarna',
    persons: [woman(1979, 'HETERO'), man(1977, 'BI_CURIOUS')],
    cities: ['Lysekil'],
    seenMinutesAgo: 5 * DAY,
    registeredDaysAgo: 480,
    description:
      'Sköter en fyr på helgerna, på riktigt. Ljuset är automatiskt sedan länge men någon måste ju koka kaffet.',
  },
  {
    userName: 'Morgondimma',
    persons: [woman(1977, 'BI'), man(1975, 'BI_CURIOUS')],
    cities: ['Uppsala'],
    seenMinutesAgo: 2 * DAY,
    registeredDaysAgo: 1_100,
    description:
      'Kaffe före sju och en lång promenad med hund. Sedan får dagen börja. Vi söker vänner lika mycket som något mer.',
  },
  {
    userName: 'Ada och Viktor',
    persons: [woman(1989, 'BI'), man(1987, 'HETERO')],
    cities: ['Stockholm', 'Nacka', 'Värmdö'],
    seenMinutesAgo: 50,
    registeredDaysAgo: 1_340,
    verified: true,
    description:
      'Vi kan prata hur länge som helst om bugg mot lindy hop.\n\nDansar lindy hop på tisdagar och grälar om recept på onsdagar. Vi är bra på att lyssna och dåliga på att gå hem i tid.',
  },
  {
    userName: 'Anders och Kim',
    persons: [man(1984, 'HOMO'), nonBinary(1987, 'BI')],
    cities: ['Malmö', 'Lund'],
    seenMinutesAgo: 4 * HOUR,
    registeredDaysAgo: 530,
    description: 'Två katter, en lastcykel och en balkong med för många tomater. Falafel är ett personlighetsdrag.',
  },
  {
    userName: 'Björn och Love',
    persons: [man(1978, 'HOMO'), man(1981, 'BI')],
    cities: ['Göteborg', 'Mölndal'],
    seenMinutesAgo: 35,
    registeredDaysAgo: 860,
    verified: true,
    description:
      'En bra söndag är ett kallt dopp och en lång ouvertyr.\n\nKallbadhus på morgonen, opera på kvällen. Björn sjunger, Love applåderar. Bor nära Slottsskogen.',
  },
  {
    userName: 'Tilde och Maj',
    persons: [woman(1990, 'HOMO'), woman(1986, 'BI')],
    cities: ['Lund', 'Malmö'],
    seenMinutesAgo: 80,
    registeredDaysAgo: 270,
    verified: true,
    description:
      'Vi åker gärna omvägar för en full container.\n\nVi bygger möbler av sådant som andra slänger. Söker människor med släpvagn, humor eller helst båda.',
  },
  {
    userName: 'Timmerkojan',
    persons: [woman(1982, 'BI_CURIOUS'), man(1982, 'HETERO')],
    cities: ['Östersund', 'Krokom'],
    seenMinutesAgo: 2 * HOUR,
    registeredDaysAgo: 560,
    description: 'Bor i ett timmerhus som vi flyttade stock för stock. Skidor sex månader om året, mygg resten.',
  },
  {
    userName: 'Hängmattan',
    persons: [woman(1976, 'HETERO'), man(1971, 'HETERO')],
    cities: ['Helsingborg', 'Höganäs'],
    seenMinutesAgo: 90,
    registeredDaysAgo: 350,
    description:
      'Utflugna barn, tom källare, full vinkyl. Vi har äntligen tid och vet inte riktigt vad vi ska göra med den.',
  },
  {
    userName: 'Dansparet',
    persons: [woman(1974, 'BI'), man(1973, 'HETERO')],
    cities: ['Örebro', 'Kumla'],
    seenMinutesAgo: 3 * DAY,
    registeredDaysAgo: 640,
    verified: true,
    description: 'Bugg, foxtrot och en campingbuss från 1984. Åker dit musiken är.',
  },
  {
    userName: 'Mossa och Lav',
    persons: [woman(1987, 'HOMO'), woman(1989, 'HOMO')],
    cities: ['Sundsvall', 'Timrå'],
    seenMinutesAgo: 5 * HOUR,
    registeredDaysAgo: 420,
    description: 'Vandrar långsamt. Stannar för varje konstig sten. Fikar orimligt ofta och väl.',
  },
  {
    userName: 'Tre katter',
    persons: [woman(1981, 'HETERO'), man(1979, 'BI')],
    cities: ['Borås'],
    seenMinutesAgo: 16 * HOUR,
    registeredDaysAgo: 500,
    description: 'Det är katterna som bestämmer, vi betalar hyran. Textil, tapeter och långa frukostar.',
  },
  {
    userName: 'Ebba och Noor',
    persons: [woman(1992, 'BI'), nonBinary(1994, 'BI')],
    cities: ['Stockholm', 'Haninge'],
    seenMinutesAgo: 18,
    registeredDaysAgo: 180,
    verified: true,
    description:
      'Ritar serier ihop. Ebba gör bilderna, Noor gör skämten, båda gör disken.\n\nKolla gärna *innan* ni frågar: nej, ni är inte med i serien. Än.',
  },
  {
    userName: 'Robin and Alex',
    persons: [man(1985, 'BI'), nonBinary(1988, 'BI')],
    cities: ['Stockholm', 'Lidingö'],
    seenMinutesAgo: 2 * HOUR,
    registeredDaysAgo: 85,
    english: true,
    description:
      'A good Sunday is a long walk and too many cinnamon buns.\n\nMoved here for one year, eight years ago. Still learning how to pronounce *sjuksköterska*. Swedish or English, both are fine.',
  },
]

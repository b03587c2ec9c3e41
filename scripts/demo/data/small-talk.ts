import { type Line, parseLines } from '../script.ts'

/** Short exchanges that fit any two members on any day; `>` marks the first speaker. */
export const SMALL_TALK: Line[][] = [
  `> Hur var helgen?
   < Lugn. Jag målade om hallen och fick färg på precis allt utom väggen.
   > Låter som mina helger. Vilken färg blev det?
   < Den heter salvia på burken. På väggen ser den ut som ärtsoppa.
   > Ärtsoppa på torsdagar, alltså. Passar bra.`,
  `> Har du sett något bra på sistone?
   < En gammal fransk film där ingen säger något på en halvtimme. Jag älskade den.
   > Det hade jag nog somnat till.
   < Jag med, två gånger. Men den var bra däremellan.`,
  `> Nu snöar det här!
   < Här också. Eller, det försöker.
   > Jag har redan tagit fram skidorna och ställt dem i hallen. Mest för stämningens skull.
   < Det räknas som träning om man snubblar på dem.`,
  `> Vad lagar du för mat när du ska imponera?
   < Risotto. Det ser ut som om man kan något, fast man bara rör.
   > Smart. Jag gör alltid ugnspannkaka och kallar det soufflé.
   < Det där lånar jag.
   > Var så god. Receptet är: tro på det.`,
  `> Läser du något just nu?
   < En bok om fyrvaktare på Island. Det händer i stort sett ingenting och jag kan inte sluta.
   > Skriv upp titeln åt mig när du är klar?
   < Du får låna den. Den är full av kaffefläckar, men de sitter på bra ställen.`,
  `> Tips på någonstans att gå i helgen?
   < Det beror på. Inne eller ute?
   > Ute, om det inte regnar. Inne, om det regnar.
   < Då säger jag: naturreservatet om det är sol, glashuset i botaniska om det inte är det.
   > Det där var faktiskt ett svar som håller i alla väder.`,
  `> Jag har börjat med kallbad.
   < Frivilligt?
   > Frivilligt! Trettio sekunder i går. Det kändes som tre veckor.
   < Jag kommer och håller i handduken. Så långt sträcker jag mig.`,
  `> Sjunger du i kör fortfarande?
   < Ja, vi övar inför december. Jag har äntligen fått stå bredvid någon som kan tonerna.
   > Det är halva hemligheten.
   < Den andra halvan är att röra på munnen.`,
  `> Vad gör du uppe så här sent?
   < Bakar bröd. Det började som en bra idé vid åtta.
   > Och nu?
   < Nu är klockan elva och degen har jäst ut över kanten. Den lever sitt eget liv.
   > Ge den ett namn. Då är ni två.`,
  `> Hur gick det med bilen?
   < Den startar. På andra försöket. Om man pratar vänligt med den.
   > Alla bör få det. Verkstaden sa vad?
   < Verkstaden sa "hm". Det är aldrig gratis.`,
  `> Jag var på loppis och köpte en lampa som ser ut som en ananas.
   < Den behöver jag se.
   > Den står i fönstret. Grannarna har börjat hälsa på ett annat sätt.
   < Det är så det börjar.`,
  `> Är du morgonmänniska?
   < Det beror på vem man frågar. Jag är vaken. Mer än så kan jag inte lova.
   > Jag vaknar fem och hatar det tills jag fått kaffe.
   < Då är vi överens om det viktigaste.`,
  `> Har du hund?
   < Nej, men jag lånar grannens ibland. Vi har delad vårdnad om en tax.
   > Vad heter den?
   < Bosse. Han är den enda jag känner som går långsammare än jag.`,
  `> Hur är det annars?
   < Bra, tack. Mycket på jobbet men det lugnar sig efter månadsskiftet.
   > Säg till om du vill ha sällskap på en promenad någon kväll.
   < Det gör jag gärna. Onsdagar brukar vara mina.`,
  `> Jag lovade ju att skicka receptet!
   < Det gjorde du. Jag har väntat tålmodigt i nästan en hel vecka.
   > Här: **tre dl linser, en gul lök, två morötter, en burk tomat, spiskummin**. Fräs, häll på, glöm bort i tjugo minuter.
   < "Glöm bort" är mitt bästa moment. Tack!`,
  `> Vilken var din bästa resa?
   < Nattåget till Narvik. Man somnar i stan och vaknar i ett vykort.
   > Det där står på min lista.
   < Ta fönsterplats, och ta med smörgåsar. Vagnen har slut på allt utom senap.`,
  `> Vi hade strömavbrott i tre timmar i går.
   < Mysigt eller jobbigt?
   > Mysigt i två timmar. Sedan tog telefonen slut och då blev det svårt att låtsas.
   < Jag har en vevradio. Den har jag aldrig fått använda. Jag är nästan avundsjuk.`,
  `> Får jag fråga något rakt på?
   < Alltid. Jag svarar efter förmåga.
   > Vad hoppas du på här, egentligen?
   < Människor att tycka om. Sedan får vi se vad det blir. Jag har inte bråttom.
   > Det var ett fint svar. Jag tror jag hoppas på ungefär detsamma.`,
  `> Spelar du något instrument?
   < Piano, fast bara de vita tangenterna.
   > De svarta är överskattade.
   < Precis vad min lärare inte sa.`,
  `> I dag såg jag en räv mitt på torget.
   < Vad gjorde den?
   > Väntade på grön gubbe, jag svär.
   < Då är den bättre uppfostrad än de flesta.`,
  `> Hur firar du jul i år?
   < Hos min syster. Tolv personer, två toaletter och en katt som äter glitter.
   > Låter som en film.
   < En lång film. Med dålig ljudnivå. Men sillen är bra.`,
  `> Kan du rekommendera ett brädspel för två?
   < Ja, det där med lapptäcket! Man syr ihop bitar och bråkar om knappar.
   > Bråkar man?
   < Man bråkar hela tiden. Det är poängen.
   > Då tar jag med det nästa gång.`,
  `> Jag har tappat rösten helt.
   < Oj! Krya på dig. Te och tystnad.
   > Tystnaden kommer av sig själv.
   < Då får du skriva i stället. Det är du ändå bra på.`,
  `> Vad lyssnar du på när du städar?
   < Dansband. Det säger jag bara till dig.
   > Din hemlighet är trygg. Jag kör gamla sommarprat.
   < Det är nästan värre.`,
  `> Utställningen du pratade om har öppnat nu.
   < Redan? Då måste vi gå innan den stänger, vilket jag sa om den förra också.
   > Den förra missade vi med två dagar.
   < Ny regel: vi går första veckan eller inte alls.`,
  `> Odlar du något?
   < Chili i fönstret. De är fem centimeter höga och starkare än jag.
   > Man ska inte underskatta små växter.
   < Eller små människor. Min mormor är en och femtio och styr en hel by.`,
  `> Tack för i går!
   < Tack själv. Jag skrattade åt det där med paraplyet hela vägen hem.
   > Det var inte meningen att det skulle gå upp inomhus.
   < Det var det som gjorde det.`,
  `> Du som kan kartor: hur långt är det runt sjön?
   < Elva kilometer om man går stigen. Fjorton om man går som jag och missar skylten vid bron.
   > Vi tar fjorton. Då blir det två fikapauser.
   < Du tänker rätt.`,
  `> Sov du något i natt?
   < Som en stock. En stock med grannar som flyttar möbler.
   > Klockan tre igen?
   < Halv fyra. De utvecklas.`,
  `> Jag har anmält mig till en kurs i att binda böcker.
   < Det har jag alltid velat göra! Var?
   > På folkhögskolan, torsdagar. Det finns [en sida om kursen](https://exempel.se/bokbinderi) om du vill titta.
   < Jag tittar. Och låtsas att jag har tid på torsdagar.`,
  `> Vilken årstid är din?
   < September. Höstluft men fortfarande sandaler.
   > Jag är november. Ingen förväntar sig något av en i november.
   < Det var det sorgligaste och klokaste jag läst i dag.`,
  `> Har du varit på det nya stället vid torget?
   < Ja, en gång. God mat, hårda stolar.
   > Ta med kudde, alltså.
   < Eller ät fort. Jag gjorde både och.`,
  `> Jag fick jobbet!
   < GRATTIS! Jag visste det. När börjar du?
   > I januari. Jag har redan köpt anteckningsblock, vilket säger allt om mig.
   < Det säger bara bra saker. Vi firar när du vill.
   > Fredag? Jag bjuder på bubbel och nervositet.`,
  `> Hälsa så gott från mig.
   < Det ska jag göra! De frågade efter dig senast i söndags.
   > Vad sa du?
   < Bara fina saker. Och en sanning om din parkering.`,
  `> Fick du regn på hela vägen hem?
   < Från dörren till dörren. Jag vred ur strumporna i trappan.
   > Nästa gång får du låna en jacka.
   < Nästa gång stannar jag kvar tills det slutar.`,
  `> ☕️?
   < ☕️! Du är pigg.
   > Jag sov nio timmar i natt. Jag känner mig som en ny människa.
   < Jag sov fem. Jag känner mig som den gamla.`,
  `> Vi ska ut med båten på lördag om det håller i sig. Hänger du på?
   < Gärna! Vad tar jag med?
   > 1. Varm tröja¶2. Något att äta¶3. Tålamod, motorn är från sjuttiotalet
   < Jag har alla tre. Tålamodet är dessutom från sextiotalet.`,
].map(parseLines)

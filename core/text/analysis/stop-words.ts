const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** The 33 words of Lucene's EnglishAnalyzer (`EnglishAnalyzer.ENGLISH_STOP_WORDS_SET`). */
export const englishStopWords = words(`
  a an and are as at be but by for if in into is it no not of on or such that the their then there
  these they this to was will with`);

/** Kana-only tokens that carry grammar, not meaning. */
export const japaneseStopWords = words(`
  の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため
  その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり
  られる において ば なかっ なく しかし について せ だっ できる それ う ので なお のみ でき き つ における
  および いう さらに でも ら たり です ます まし ください どの どう です か`);

/** Single words that only hold a Chinese sentence together; content words and question words stay. */
export const chineseStopWords = words(`
  的 了 和 是 就 都 而 及 与 着 或 之 在 也 这 那 吗 呢 吧 啊 把 被 其 於 以 于`);

/**
 * The commonest function words by language: they tell languages apart, and are left out of a
 * question in that language. Words that are common in two languages decide nothing and are few.
 */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(`the of and to in is that for it with as was on are be this by at from or an have not
    what how which who when where why does do did can could would should will has had been were
    there their they you your we our i my me if about than then these those into its a any please
    tell give list show many much between say says said use used using`),
  de: words(`der die das und ist nicht ein eine einen einem einer zu mit sich auf für von dem des
    den im wie was wer wo wann warum wird werden sind war auch als bei nach aus oder aber wenn
    kann können man es ich wir sie ihr über um nur noch welche welcher welches gibt zum zur vom`),
  fr: words(`le la les un une des et est pas que qui dans pour sur avec ce cette ces il elle nous
    vous ils du de au aux en par plus ne se sont être a ont quel quelle quels quelles comment
    pourquoi où quand combien mais ou donc leur leurs son sa ses qu est-ce je`),
  es: words(`el la los las un una unos unas y es no que de en por para con se su sus del al lo como
    más pero o si cuál cuáles qué cómo cuándo dónde quién cuántos cuántas son está están ser fue
    este esta estos estas entre sobre hay yo`),
  it: words(`il lo la gli le un uno una e è non che di in per con su si del della dei delle al alla
    come più ma o se sono essere questo questa quali quale cosa quando dove chi perché quanto
    nel nella dal dalla i ha hanno`),
  pt: words(`o a os as um uma uns umas e é não que de em por para com se seu sua do da dos das no na
    nos nas ao à como mais mas ou qual quais quando onde quem quanto são está foi ser este esta
    isso pelo pela eu`),
  nl: words(`de het een en is niet van in op te dat die voor met zijn aan er om ook als bij door naar
    uit of maar wat hoe wie waar wanneer waarom worden wordt kan kunnen we je ik dit deze welke`),
  sv: words(`och att det som en på är av för med till den har de inte om ett men var jag vi från så
    kan hur vad vem när varför eller vilka vilken ska`),
  da: words(`og at det som en på er af for med til den har de ikke om et men var jeg vi fra så kan
    hvordan hvad hvem hvornår hvorfor eller hvilke hvilken skal`),
  no: words(`og å det som en på er av for med til den har de ikke om et men var jeg vi fra så kan
    hvordan hva hvem når hvorfor eller hvilke hvilken skal`),
  fi: words(`ja on ei että se oli mutta joka hän ovat kun niin mitä missä miten kuka milloin miksi
    tai myös sen jos olla ole tämä`),
  pl: words(`i w na z do się nie jest to że jak co o od po za dla przez ale lub czy kto gdzie kiedy
    dlaczego są jego jej oraz przy który która które tym`),
  cs: words(`a v na se je to že z do s o jak co ale nebo kdo kde kdy proč jsou pro by od za při který
    která které není`),
  hu: words(`a az és hogy nem is egy ez van volt de mint csak meg ki mi hol mikor miért hogyan vagy
    lehet kell`),
  ro: words(`și de la în cu pe nu este un o că din pentru care ce sau mai dar sunt cum când unde cine
    fost prin`),
  tr: words(`ve bir bu da de için ile ne nasıl nerede kim neden mi mı olarak daha çok var yok gibi
    veya ama olan hangi`),
  ca: words(`el la els les un una i és no que de en per amb es del al com més però o si quin quina
    quins què quan on qui són està aquest aquesta`),
};

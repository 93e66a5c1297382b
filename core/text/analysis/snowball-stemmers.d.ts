declare module 'snowball-stemmers' {
  const snowball: {
    readonly newStemmer: (language: string) => { readonly stem: (word: string) => string };
    readonly algorithms: () => readonly string[];
  };
  export default snowball;
}

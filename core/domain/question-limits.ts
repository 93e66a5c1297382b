/** Characters of one question; the standalone question of a follow-up has the same bound. */
export const maximumQuestionCharacters = 4_000;

export type QuestionRefusal = {
  readonly code: 'empty_question' | 'question_too_long';
  readonly detail: string;
};

/** Why a text is no question that could be asked, or null. */
export const questionRefusal = (question: string): QuestionRefusal | null => {
  if (!/[\p{L}\p{N}]/u.test(question)) return { code: 'empty_question', detail: '' };
  if (question.length > maximumQuestionCharacters) {
    return { code: 'question_too_long', detail: String(maximumQuestionCharacters) };
  }
  return null;
};

/** Body of every answer that is not OK. `code` is stable, `message` may be shown to people. */
export interface ErrorBody {
  message: string;
  code: string;
}

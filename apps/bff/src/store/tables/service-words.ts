/** The service's own words of a failure, as they are kept. */
export interface ServiceWords {
  status: number | null;
  code: string | null;
  message: string | null;
  requestId: string | null;
}

/* Answers what mathematical functions really are, for the measurement of
 * errors: values by GNU MPFR, or quickly by the C library: its long double
 * functions for double ones, and its double functions for float ones. It is a
 * tool of internal/ulp and no part of the product.
 *
 *   cc -O2 -o oracle oracle.c -lmpfr -lgmp -lm
 *   oracle FUNCTION exact|fast|double
 *
 * Requests on stdin: a 32-bit count n, then n arguments, or n pairs of them, as
 * doubles. Answers on stdout: n pairs of doubles (near, rest) with
 * f(x) = near + rest·ulp(near), near being f(x) rounded to double and ulp(near)
 * the distance of doubles in its binade, at least 2^-1074. An infinite near with a
 * finite rest stands for 2^1024 and an ulp of 2^971. In the mode double there is
 * no rest. All numbers in the machine's byte order. It ends when stdin does.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <mpfr.h>

typedef struct {
	const char *name;
	int (*exact1)(mpfr_t, const mpfr_t, mpfr_rnd_t);
	long double (*fast1)(long double);
	int (*exact2)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
	long double (*fast2)(long double, long double);
	double (*double1)(double);
	double (*double2)(double, double);
} function;

static int log_gamma(mpfr_t y, const mpfr_t x, mpfr_rnd_t r)
{
	int sign;
	return mpfr_lgamma(y, &sign, x, r);
}

/* MPFR's macros and const pointers: wrappers give every function one type. */
#define EXACT1(f) static int e_##f(mpfr_t y, const mpfr_t x, mpfr_rnd_t r) { return mpfr_##f(y, x, r); }
#define EXACT2(f) static int e_##f(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t r) { return mpfr_##f(z, x, y, r); }
EXACT1(exp) EXACT1(exp2) EXACT1(expm1) EXACT1(log) EXACT1(log2) EXACT1(log10) EXACT1(log1p)
EXACT1(sin) EXACT1(cos) EXACT1(tan) EXACT1(asin) EXACT1(acos) EXACT1(atan)
EXACT1(sinh) EXACT1(cosh) EXACT1(tanh) EXACT1(asinh) EXACT1(acosh) EXACT1(atanh)
EXACT1(cbrt) EXACT1(erf) EXACT1(erfc) EXACT1(gamma)
EXACT2(pow) EXACT2(atan2) EXACT2(hypot)

#define ONE(f) {#f, e_##f, f##l, 0, 0, f, 0}
#define TWO(f) {#f, 0, 0, e_##f, f##l, 0, f}
static const function functions[] = {
	ONE(exp), ONE(exp2), ONE(expm1), ONE(log), ONE(log2), ONE(log10), ONE(log1p), ONE(sin),
	ONE(cos), ONE(tan), ONE(asin), ONE(acos), ONE(atan), ONE(sinh), ONE(cosh), ONE(tanh),
	ONE(asinh), ONE(acosh), ONE(atanh), ONE(cbrt), ONE(erf), ONE(erfc),
	TWO(pow), TWO(atan2), TWO(hypot),
	{"gamma", e_gamma, tgammal, 0, 0, tgamma, 0}, {"lgamma", log_gamma, lgammal, 0, 0, lgamma, 0},
};

/* The exponent of the last place of a double. */
static int last_place(double near)
{
	if (isinf(near))
		return 971;
	if (near == 0)
		return -1074;
	int e = ilogb(near) - 52;
	return e < -1074 ? -1074 : e;
}

static void answer_exact(const mpfr_t y, mpfr_t t, double *near, double *rest)
{
	*near = mpfr_get_d(y, MPFR_RNDN);
	*rest = 0;
	if (!mpfr_number_p(y)) {
		*rest = *near;
		return;
	}
	if (isinf(*near)) {
		mpfr_set_si_2exp(t, *near > 0 ? -1 : 1, 1024, MPFR_RNDN);
		mpfr_add(t, y, t, MPFR_RNDN);
	} else {
		mpfr_sub_d(t, y, *near, MPFR_RNDN);
	}
	mpfr_mul_2si(t, t, -last_place(*near), MPFR_RNDN);
	*rest = mpfr_get_d(t, MPFR_RNDN);
}

static void answer_fast(long double y, double *near, double *rest)
{
	*near = (double)y;
	*rest = 0;
	if (!isfinite(y)) {
		*rest = *near;
		return;
	}
	long double d = isinf(*near) ? y - copysignl(0x1p1024L, y) : y - *near;
	*rest = (double)ldexpl(d, -last_place(*near));
}

static void answer_double(double y, double *near, double *rest)
{
	*near = y;
	*rest = isfinite(y) ? 0 : y;
}

int main(int argc, char **argv)
{
	const function *f = 0;
	if (argc == 3)
		for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
			if (!strcmp(functions[i].name, argv[1]))
				f = &functions[i];
	if (!f) {
		fprintf(stderr, "usage: oracle FUNCTION exact|fast|double\n");
		return 2;
	}
	int fast = !strcmp(argv[2], "fast"), plain = !strcmp(argv[2], "double");
	int arguments = f->exact1 ? 1 : 2;
	mpfr_t x[2], y, t;
	mpfr_inits2(53, x[0], x[1], (mpfr_ptr)0);
	mpfr_inits2(192, y, t, (mpfr_ptr)0);
	double *in = 0, *out = 0;
	uint32_t n, room = 0;
	while (fread(&n, sizeof n, 1, stdin) == 1) {
		if (n > room) {
			room = n;
			in = realloc(in, sizeof *in * 2 * room);
			out = realloc(out, sizeof *out * 2 * room);
			if (!in || !out)
				return 1;
		}
		if (fread(in, sizeof *in * arguments, n, stdin) != n)
			return 1;
		for (uint32_t i = 0; i < n; i++) {
			const double *a = in + i * arguments;
			if (plain) {
				answer_double(arguments == 1 ? f->double1(a[0]) : f->double2(a[0], a[1]), &out[2 * i], &out[2 * i + 1]);
				continue;
			}
			if (fast) {
				answer_fast(arguments == 1 ? f->fast1(a[0]) : f->fast2(a[0], a[1]), &out[2 * i], &out[2 * i + 1]);
				continue;
			}
			mpfr_set_d(x[0], a[0], MPFR_RNDN);
			if (arguments == 1) {
				f->exact1(y, x[0], MPFR_RNDN);
			} else {
				mpfr_set_d(x[1], a[1], MPFR_RNDN);
				f->exact2(y, x[0], x[1], MPFR_RNDN);
			}
			answer_exact(y, t, &out[2 * i], &out[2 * i + 1]);
		}
		if (fwrite(out, sizeof *out * 2, n, stdout) != n || fflush(stdout))
			return 1;
	}
	return 0;
}
